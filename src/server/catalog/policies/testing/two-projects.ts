import { listFindings } from '#contract/operations/findings.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { addTags } from '#contract/operations/tags.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db.py', 'execute(text)', 20)
export const bothFindings = [xss, sqli]

/** A service with two projects, each with an open finding of `xss` and one of `sqli`; `shop` has the tag `pci`. */
export async function withTwoProjects() {
  const service = await startTestService()
  const { call } = service
  for (const project of ['shop', 'blog']) {
    await upload(service, semgrep(bothFindings), { project, ref: 'main', commit: 'ba5e' })
  }
  await call(addTags, { path: { projectName: 'shop' }, body: ['pci'] })
  const [code] = (await call(listPolicies)).body.policies
  const setMode = (policyId: string | number, rulePath: string, policyMode: string) =>
    call(setRuleModes, { path: { policyId }, body: { changes: [{ rulePath, policyMode }] } })
  /** Each finding that a filter selects, with the policy that decides. */
  const listed = async (query: Record<string, string | boolean>) => {
    const { body } = await call(listFindings, { query })
    return (body.sastFindings?.findings ?? [])
      .map((one) => `${one.repository?.name} ${one.rule_name} ${one.sourcing_policy?.name}`)
      .sort()
  }
  return {
    ...service,
    code: code?.id ?? '',
    setMode,
    listed,
    blocked: () => listed({ policies: 'rule-board-block' }),
  }
}
