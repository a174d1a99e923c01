export { answerScanGate } from './answer.ts'
export { changedGateSettings, parseGateSettings } from './settings.ts'
