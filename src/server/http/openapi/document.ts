import type { DocumentationStatus, Operation } from '#contract/operation.ts'
import type { Responses } from './responses.ts'
import type { JsonSchema } from './schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
  style?: string
  explode?: boolean
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Responses
  security: Record<string, string[]>[]
  'x-mark': DocumentationStatus
  'x-scopes': Operation['scopes']
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: Record<string, Record<string, unknown>>
}
