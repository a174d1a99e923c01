import { expect, it } from 'vitest'
import { findingGroups } from '#contract/operations/groups.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

it('how much of a group is reachable is not known where nothing was analyzed', async () => {
  const { call, services, deployment, clock } = await startTestService()
  const rows = rowsOf(services.database, deployment.id, clock.now)
  await rows.finding({
    project_id: await rows.project(),
    ref_id: 1,
    rule_id: await rows.rule(),
    type: 1,
    package: 'lodash',
  })
  const query = { issue_type: 'sca', group_by: 'dependencies' }
  const { groups } = (await call(findingGroups, { query })).body
  expect(groups).toMatchObject([{ value: 'lodash', count: 1, reachable: null }])
})
