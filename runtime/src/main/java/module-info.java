/**
 * The engine, written once over the SPI: epochs, tasks, schedulers, pools, ledgers, coherence and plans. Knows no
 * backend; finds them as services.
 */
module dev.sluice.runtime {
    requires static org.jspecify;
    requires dev.sluice.spi;
    requires org.slf4j;

    uses dev.sluice.spi.BackendProvider;

    provides dev.sluice.engine.EngineProvider with
            dev.sluice.runtime.RuntimeEngineProvider;
    provides dev.sluice.engine.TaskFactory with
            dev.sluice.runtime.task.EngineTaskFactory;
    provides dev.sluice.spi.BackendHost with
            dev.sluice.runtime.RuntimeBackendHost;
}
