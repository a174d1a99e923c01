import { openVex } from '#server/vex/testing/shop.ts'
import { cycloneDx, vulnerability } from './files.ts'
import type { Project } from './project.ts'

/** Findings of one vulnerability and statements about it, for a test file. */
export function statements(id: string, project: () => Promise<Project>) {
  const notAffected = (purl: string) => ({
    vulnerability: { name: id },
    products: [{ '@id': purl }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
  })
  return {
    /** A statement of OpenVEX that the package is not affected. */
    notAffected,
    /** What the answer says of such a statement, and how each finding stands then. */
    async close(shop: Project, purl: string, product?: string) {
      const [result] = await shop.vex(openVex([notAffected(purl)]), product)
      return { result, statuses: (await shop.vulnerabilities()).map(({ status }) => status) }
    },
    /** A project with a finding in a component with each of these package URLs. */
    async foundIn(...purls: string[]) {
      const shop = await project()
      await shop.send(cycloneDx(purls, { vulnerabilities: [vulnerability(id, purls)] }))
      return shop
    },
  }
}
