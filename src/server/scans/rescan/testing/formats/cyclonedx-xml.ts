import { cycloneDxXml } from '#server/reports/testing/cyclonedx-xml.ts'
import type { Inventory } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format } from './format.ts'

/** CycloneDX in XML, and in JSON from the upgrade of the scanner on: both are the same source. */
export const cycloneDxAsXml: Format<Inventory> = {
  ...cycloneDx,
  name: 'CycloneDX XML',
  write: (inventory, run) => {
    const document = Object(cycloneDx.write(inventory, run))
    return run.upgraded ? document : cycloneDxXml(document)
  },
}
