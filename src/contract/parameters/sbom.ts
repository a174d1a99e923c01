import * as z from 'zod/mini'
import { nameText } from './name.ts'
import { webAddress } from './web-address.ts'

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

/** The supplier fields of an SBOM. The dashboard checks them before it sends them. */
export const supplierFields = { name: singleLine, url: webAddress(2000) } as const
export const contactFields = {
  name: singleLine,
  email: z.email({ error: 'is not an email address' }),
  phone: nameText(100),
} as const
