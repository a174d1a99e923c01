import { expect, it, vi } from 'vitest'
import { CollectedObject } from '../json/collected-object.ts'
import { read } from '../testing/read.ts'

const finding = {
  RuleID: 'github-pat',
  File: 'a.py',
  StartLine: 1,
  Secret: 'ghp_Zq8RtY3nLw6KdV1xBc5HsPf9JmUa2EgTo7Xi',
}

it('reads a list without other formats from its second element on', async () => {
  const shared = vi.spyOn(CollectedObject.prototype, 'begin')
  const report = await read(Array.from({ length: 20 }, () => finding))
  expect(report).toMatchObject({ format: 'gitleaks', read: 20 })
  expect(shared).toHaveBeenCalledOnce()
})
