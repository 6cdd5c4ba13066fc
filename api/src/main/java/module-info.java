/**
 * What a program sees of Sluice: tensors, asynchronous tensors, tasks, devices, expressions and errors. No
 * implementation lives here; the engine is found at run time through {@link dev.sluice.engine.EngineProvider}.
 */
module dev.sluice.api {
    requires static transitive org.jspecify;

    exports dev.sluice;
    exports dev.sluice.async;
    exports dev.sluice.device;
    exports dev.sluice.engine;
    exports dev.sluice.expression;

    uses dev.sluice.engine.EngineProvider;
    uses dev.sluice.engine.TaskFactory;
}
