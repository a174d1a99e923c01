import { describe, expect, it } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { openVex, statement, vexShop } from './testing/shop.ts'

const decidedEarly = Date.UTC(2026, 0, 2)

describe('what matches nothing is reported with the reason', () => {
  it.each<[string, object, string]>([
    ['unknown_advisory', { vulnerability: { name: 'CVE-2000-0001' } }, 'has no finding of CVE-2000-0001'],
    ['package_not_found', { products: [{ '@id': 'pkg:npm/underscore@1' }] }, 'was not found in underscore'],
    ['version_not_covered', { products: [{ '@id': 'pkg:npm/lodash@3.0.0' }] }, 'has lodash 4.17.20'],
    ['no_package', { products: [{ '@id': 'https://example.com/shop' }] }, 'https://example.com/shop'],
    ['no_package', { products: [] }, 'names no package'],
    ['no_justification', { justification: undefined }, 'neither a justification'],
    ['no_justification', { justification: 'made_up' }, 'neither a justification'],
    ['no_decision', { status: 'maybe' }, 'no known `status`'],
    ['only_scans_fix', { status: 'fixed' }, 'Only a scan marks'],
    [
      'other_product',
      { products: [{ '@id': 'pkg:github/acme/web', subcomponents: [{ '@id': 'pkg:npm/lodash' }] }] },
      'about pkg:github/acme/web',
    ],
  ])('%s: %j', async (reason, more, detail) => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    const { body } = await upload(openVex([statement(more)]))
    expect(body.total).toMatchObject({ triaged: 0, unchanged: 0, unmatched: 1, findings: 0 })
    expect(body.results).toMatchObject([
      { outcome: 'unmatched', reason, detail: expect.stringContaining(detail), change_id: null },
    ])
    expect((await read(id)).triage_state).toBe('untriaged')
  })

  it('a statement about another product than the requested one', async () => {
    const { find, upload } = await vexShop()
    await find({}, { advisory: 'CVE-2020-8203' })
    const subcomponents = [{ '@id': 'pkg:npm/lodash' }]
    const of = (product: string, more: object = {}) => statement({ products: [{ '@id': product, ...more }] })
    const document = openVex([
      of('pkg:oci/web', { subcomponents }),
      of('pkg:oci/shop@sha256:1', { subcomponents }),
      { ...of('pkg:oci/shop@sha256:1'), vulnerability: { name: 'CVE-2020-8203' } },
    ])
    const { results } = (await upload(document, { product: 'pkg:oci/shop' })).body
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['unmatched', 'other_product'],
      ['triaged', null],
      ['triaged', null],
    ])
  })

  it('statements that contradict each other, and older ones about the same', async () => {
    const { find, upload, read } = await vexShop()
    const [one, other] = await find({}, { advisory: 'CVE-2020-8203' })
    const second = { vulnerability: { name: 'CVE-2020-8203' } }
    const { results } = (
      await upload(
        openVex([
          statement(),
          statement({ status: 'under_investigation' }),
          statement({ ...second, timestamp: '2026-01-13T00:00:00Z' }),
          statement({ ...second, status: 'under_investigation', timestamp: '2026-01-12T00:00:00Z' }),
        ]),
      )
    ).body
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['unmatched', 'contradictory'],
      ['unmatched', 'contradictory'],
      ['triaged', null],
      ['unmatched', 'superseded'],
    ])
    expect([(await read(one)).triage_state, (await read(other)).triage_state]).toEqual([
      'untriaged',
      'ignored',
    ])
  })
})

describe('a decision of a person', () => {
  const decided = { triage: 'reviewing', triagedAt: decidedEarly, triagedBy: 'Ann Other' } as const

  it('that is newer than the statement is kept, and reported', async () => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({ ...decided, triagedAt: Date.UTC(2026, 0, 14, 9) })
    const { body } = await upload(openVex([statement()]))
    expect(body.results).toMatchObject([
      {
        outcome: 'unmatched',
        reason: 'decision_kept',
        detail:
          'The statement is of 2026-01-14T08:00:00.000Z; the decision of 2026-01-14T09:00:00.000Z is kept.',
        kept: 1,
      },
    ])
    expect((await read(id)).triage_state).toBe('reviewing')
  })

  it('that is older is replaced, and reported', async () => {
    const { find, upload, read } = await vexShop()
    const [id] = await find(decided)
    const { results } = (await upload(openVex([statement()]))).body
    expect(results).toMatchObject([
      { outcome: 'triaged', replaced: 1, detail: '1 finding triaged. 1 older decision replaced.' },
    ])
    expect((await read(id)).triage_state).toBe('ignored')
  })

  it.each([
    ['no date', undefined],
    ['a date in the future', '2026-02-14T08:00:00Z'],
    ['a date that is none', 'yesterday'],
  ])('is never replaced by a statement with %s', async (_, timestamp) => {
    const { find, upload } = await vexShop()
    await find(decided, { advisory: 'CVE-2020-8203' })
    const document = openVex([statement(), statement({ vulnerability: 'CVE-2020-8203' })], { timestamp })
    const { results } = (await upload(document)).body
    expect(results).toMatchObject([
      { reason: 'decision_kept', detail: expect.stringContaining('no usable date') },
      { outcome: 'triaged' },
    ])
  })

  it('of the same kind, but with an end, gives way to a newer statement', async () => {
    const { find, upload, read } = await vexShop()
    const ignored = { triage: 'ignored', reason: 'false_positive', triagedBy: 'Ann Other' } as const
    const [id] = await find({ ...ignored, triagedAt: decidedEarly, ignoredUntil: Date.UTC(2026, 5, 1) })
    const { body } = await upload(openVex([statement()]))
    expect(body.results).toMatchObject([{ outcome: 'triaged', replaced: 1 }])
    expect(await read(id)).toMatchObject({ triage_state: 'ignored', triage_reason: 'false_positive' })
    expect(await read(id)).not.toHaveProperty('ignored_until')
  })

  it('after an import is kept when the document is sent again, and replaced by a newer document', async () => {
    const { find, upload, read, call, clock } = await vexShop()
    const [id = 0] = await find({})
    await upload(openVex([statement()]))
    clock.now += 3600_000
    await call(triage, { body: { issue_type: 'sca', issue_ids: [id], new_triage_state: 'reopened' } })
    expect((await upload(openVex([statement()]))).body.results).toMatchObject([{ reason: 'decision_kept' }])
    clock.now += 7200_000
    const timestamp = new Date(clock.now - 3600_000).toISOString()
    const newer = await upload(openVex([statement()], { timestamp }))
    expect(newer.body.results).toMatchObject([{ outcome: 'triaged', replaced: 1 }])
    expect((await read(id)).triage_state).toBe('ignored')
  })

  it('does not count a statement of an older document as newer because it was imported later', async () => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    const of = (timestamp: string, more: object) => openVex([statement(more)], { timestamp })
    await upload(of('2026-01-02T00:00:00Z', { status: 'under_investigation' }))
    await upload(of('2026-01-05T00:00:00Z', {}))
    expect((await read(id)).triage_state).toBe('ignored')
    const { results } = (await upload(of('2026-01-03T00:00:00Z', { status: 'under_investigation' }))).body
    expect(results).toMatchObject([{ reason: 'decision_kept' }])
  })

  it('of the same kind keeps its note', async () => {
    const { find, upload, read } = await vexShop()
    const own = {
      triage: 'ignored',
      reason: 'false_positive',
      note: 'Mine.',
      triagedAt: decidedEarly,
    } as const
    const [id] = await find(own)
    expect((await upload(openVex([statement()]))).body.results).toMatchObject([{ outcome: 'unchanged' }])
    expect((await read(id)).triage_comment).toBe('Mine.')
  })
})
