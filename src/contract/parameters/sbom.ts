import * as z from 'zod/mini'
import { nameText } from './name.ts'

const componentKinds = [
  'APPLICATION',
  'FRAMEWORK',
  'LIBRARY',
  'CONTAINER',
  'PLATFORM',
  'OPERATING_SYSTEM',
  'DEVICE',
  'DEVICE_DRIVER',
  'FIRMWARE',
  'FILE',
  'MACHINE_LEARNING_MODEL',
  'DATA',
] as const
export const componentPrefix = 'SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_'
export const componentTypes = componentKinds.map((kind) => `${componentPrefix}${kind}` as const)

const singleLine = nameText(500)
const noAddress = { error: 'is not an HTTP or HTTPS URL' }
const address = z.string().check(
  z.maxLength(2000),
  z.regex(/^https?:\/\/\S+$/, { ...noAddress, abort: true }),
  z.refine((text) => URL.canParse(text), noAddress),
)

/** The supplier fields of an SBOM. The dashboard checks them before it sends them. */
export const supplierFields = { name: singleLine, url: address } as const
export const contactFields = {
  name: singleLine,
  email: z.email({ error: 'is not an email address' }),
  phone: nameText(100),
} as const
