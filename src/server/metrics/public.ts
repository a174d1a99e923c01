export { createMetrics, type Metrics } from './metrics.ts'
export { openMetricsServer, serveMetrics } from './serve.ts'
