package dev.sluice.async;

/** Runs tasks. */
public interface Scheduler {}
