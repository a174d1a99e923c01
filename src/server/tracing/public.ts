export { readTracingSettings, type TracingSettings } from './settings.ts'
export { startTracing } from './tracing.ts'
