import type { OperationDetails } from '../operation.ts'

export const details = {
  getCapabilities: {
    mark: 'extension',
    summary: 'Read the extensions and limits of this service',
  },
  getOpenApi: {
    mark: 'extension',
    summary: 'This description as OpenAPI 3.1',
  },
} satisfies Record<string, OperationDetails>
