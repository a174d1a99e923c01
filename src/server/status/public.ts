export { readLastBackup } from './backup.ts'
export { openFilesLimit } from './open-files.ts'
export { probeHeader, type ReceivedProbe } from './probes.ts'
export { memoryLimit, type ServiceStatus, statusRoutes } from './routes.ts'
