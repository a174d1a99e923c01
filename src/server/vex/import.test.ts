import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { undoTriage } from '#contract/operations/triage.ts'
import { analyzed, csaf, cycloneDx, openVex, statement, vexShop } from './testing/shop.ts'

describe('a statement becomes the triage of who sent it', () => {
  it('with justification, text and source, undoable and in the audit log', async () => {
    const { find, upload, read, call } = await vexShop()
    const [id = 0] = await find({})
    const { body } = await upload(openVex([statement({ status_notes: 'We never call template().' })]))
    expect(body).toMatchObject({
      document: {
        format: 'openvex',
        id: 'https://example.com/vex/1',
        author: 'Example Security',
        at: '2026-01-14T08:00:00.000Z',
      },
      dry_run: false,
      total: { triaged: 1, unchanged: 0, unmatched: 0, findings: 1 },
      results: [
        {
          statement: 1,
          vulnerability: 'CVE-2021-23337',
          product: 'pkg:npm/lodash@4.17.20',
          status: 'not_affected',
          outcome: 'triaged',
          reason: null,
          to_state: 'ignored',
          to_reason: 'false_positive',
          count: 1,
          finding_ids: [id],
          replaced: 0,
          kept: 0,
          change_id: expect.any(String),
        },
      ],
    })
    const finding = await read(id)
    const note = [
      'VEX status: not_affected',
      'Justification: vulnerable_code_not_in_execute_path',
      'We never call template().',
      'Source: OpenVEX https://example.com/vex/1 by Example Security, statement 1, dated 2026-01-14T08:00:00.000Z',
    ].join('\n')
    expect(finding).toMatchObject({
      status: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: note,
    })
    expect(finding.history.at(-1)).toMatchObject({ what: 'triaged', who: 'Tess Ter', to: 'ignored', note })
    const { events } = (await call(listAudit)).body
    expect(events.map(({ action }) => action).toSorted()).toEqual(['findings.triaged', 'vex.imported'])
    expect(events.find(({ action }) => action === 'vex.imported')).toMatchObject({
      actor: 'Tess Ter',
      target: 'acme/shop',
      detail: { format: 'openvex', document: 'https://example.com/vex/1', statements: 1 },
    })
    const change_id = body.results[0]?.change_id ?? ''
    expect((await call(undoTriage, { path: { change_id } })).body).toMatchObject({ num_undone: 1 })
    expect(await read(id)).toMatchObject({ status: 'open', triage_state: 'untriaged', triage_comment: null })
  })

  it.each([
    ['not_affected', { justification: 'component_not_present' }, 'ignored', 'false_positive'],
    ['not_affected', { justification: undefined, impact_statement: 'Off.' }, 'ignored', 'false_positive'],
    ['affected', { action_statement: 'Update to 4.17.21.' }, 'fixing', null],
    [
      'affected',
      { action_statement: 'The risk is accepted; no fix is planned.' },
      'ignored',
      'acceptable_risk',
    ],
    ['under_investigation', {}, 'reviewing', null],
  ])('OpenVEX %s %j: %s %s', async (status, more, state, reason) => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    await upload(openVex([statement({ justification: undefined, status, ...more })]))
    expect(await read(id)).toMatchObject({ triage_state: state, triage_reason: reason })
  })

  it.each([
    [{ state: 'not_affected', justification: 'code_not_reachable' }, 'ignored', 'false_positive'],
    [{ state: 'not_affected', detail: 'Not used.' }, 'ignored', 'false_positive'],
    [{ state: 'false_positive' }, 'ignored', 'false_positive'],
    [{ state: 'exploitable', response: ['update'] }, 'fixing', null],
    [{ state: 'exploitable', response: ['will_not_fix', 'update'] }, 'ignored', 'acceptable_risk'],
    [{ state: 'exploitable' }, 'fixing', null],
    [{ state: 'in_triage' }, 'reviewing', null],
  ])('CycloneDX %j: %s %s', async (analysis, state, reason) => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    const { body } = await upload(cycloneDx([analyzed(analysis)]))
    expect(body.document).toMatchObject({ format: 'cyclonedx', author: null })
    expect(await read(id)).toMatchObject({ triage_state: state, triage_reason: reason })
  })

  it.each([
    [
      { known_not_affected: ['LODASH_IN_SHOP'] },
      { flags: [{ label: 'vulnerable_code_not_present', group_ids: ['ALL'] }] },
      'ignored',
      'Justification: vulnerable_code_not_present',
    ],
    [
      { known_not_affected: ['LODASH'] },
      { threats: [{ category: 'impact', details: 'Off by default.', product_ids: ['LODASH'] }] },
      'ignored',
      'Off by default.',
    ],
    [
      { known_affected: ['LODASH'] },
      { remediations: [{ category: 'vendor_fix', details: 'Update.', product_ids: ['LODASH'] }] },
      'fixing',
      'Update.',
    ],
    // What the vendor of a component does not fix is no risk that the receiver has accepted.
    [
      { known_affected: ['LODASH'] },
      { remediations: [{ category: 'no_fix_planned', details: 'Will not fix.', product_ids: ['LODASH'] }] },
      'fixing',
      'Will not fix.',
    ],
    [{ under_investigation: ['LODASH'] }, {}, 'reviewing', 'CSAF 2026-EX-001 by Example ProductCERT'],
  ])('CSAF %j: %s', async (product_status, more, state, text) => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    const { body } = await upload(csaf({ product_status, ...more }))
    expect(body).toMatchObject({ document: { format: 'csaf', id: '2026-EX-001' }, total: { triaged: 1 } })
    const finding = await read(id)
    expect(finding.triage_state).toBe(state)
    expect(finding.triage_comment).toContain(text)
  })

  it('on every ref, each with its own version', async () => {
    const { find, upload, read } = await vexShop()
    const [main, branch, newer, other] = await find(
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/next' },
      { key: 'same', ref: 'refs/heads/newer', version: '4.17.21' },
      { project: 'acme/other' },
    )
    const { body } = await upload(openVex([statement()]))
    expect(body.results).toMatchObject([{ count: 2, outcome: 'triaged' }])
    const states = await Promise.all(
      [main, branch, newer, other].map(async (id) => (await read(id)).triage_state),
    )
    expect(states).toEqual(['ignored', 'ignored', 'untriaged', 'untriaged'])
  })
})

describe('a package and a vulnerability match', () => {
  const lodash = {}
  it.each<[string, object, object]>([
    ['without a version', lodash, { products: [{ '@id': 'pkg:npm/lodash' }] }],
    ['with an architecture', lodash, { products: [{ '@id': 'pkg:npm/lodash@4.17.20?arch=x' }] }],
    ['by its identifiers', lodash, { products: [{ '@id': 'x', identifiers: { purl: 'pkg:npm/lodash' } }] }],
    [
      'as a part of a product',
      lodash,
      { products: [{ '@id': 'pkg:oci/shop', subcomponents: [{ '@id': 'pkg:npm/lodash' }] }] },
    ],
    [
      'in the words of OpenVEX 0.0.1',
      lodash,
      { vulnerability: 'CVE-2021-23337', products: ['pkg:npm/lodash'] },
    ],
    [
      'as a part named in OpenVEX 0.0.1',
      lodash,
      { products: ['pkg:oci/shop'], subcomponents: ['pkg:npm/lodash@4.17.20'] },
    ],
    [
      'of PyPI in another spelling',
      { package: 'Ruamel.Yaml' },
      { products: [{ '@id': 'pkg:pypi/ruamel-yaml' }] },
    ],
    ['with a scope', { package: '@scope/a' }, { products: [{ '@id': 'pkg:npm/%40scope/a@4.17.20' }] }],
    ['of Go without the v', { version: 'v1.2.3' }, { products: [{ '@id': 'pkg:golang/lodash@1.2.3' }] }],
    ['by an alias of the statement', lodash, { vulnerability: { name: 'X-1', aliases: ['cve-2021-23337'] } }],
    [
      'by the address of the vulnerability',
      lodash,
      { vulnerability: { '@id': 'https://nvd.example/CVE-2021-23337' } },
    ],
  ])('%s', async (_, given, stated) => {
    const { find, upload, services } = await vexShop()
    await find(given)
    const { type } = /^pkg:(?<type>\w+)/.exec(
      JSON.stringify(stated)
        .split('"')
        .findLast((one) => /^pkg:/.test(one)) ?? '',
    )?.groups ?? { type: 'npm' }
    const ecosystem = type === 'golang' ? 'gomod' : type === 'oci' ? 'npm' : (type ?? 'npm')
    await services.database.write((writer) => writer.updateTable('finding').set({ ecosystem }).execute())
    expect((await upload(openVex([statement(stated)]))).body.results).toMatchObject([{ outcome: 'triaged' }])
  })

  it('by an alias that a scanner gave', async () => {
    const { find, upload, services, deployment } = await vexShop()
    const [finding_id = 0] = await find({ advisory: 'GHSA-35jh-r3h4-6jhm', rule: 'shared-rule' })
    const columns = { scheme: null, fingerprint: null, code: null, context: null, flow: null, message: null }
    const aliases_json = '["GHSA-35JH-R3H4-6JHM","CVE-2021-23337","SHARED-RULE"]'
    const row = { deployment_id: deployment.id, finding_id, ...columns, aliases_json }
    await services.database.write((writer) => writer.insertInto('finding_evidence').values(row).execute())
    const byRule = statement({ vulnerability: { name: 'shared-rule' } })
    const { results } = (await upload(openVex([byRule, statement()]))).body
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['unmatched', 'unknown_advisory'],
      ['triaged', null],
    ])
  })

  it.each([
    ['listed', [{ version: '4.17.19' }, { version: '4.17.20' }], true],
    ['not listed', [{ version: '4.17.19' }], false],
    ['unknown', [{ version: '4.17.20', status: 'unknown' }], false],
    ['in a range', [{ range: 'vers:npm/>=4.0.0|<4.17.21' }], true],
    ['at the end of a range', [{ range: 'vers:npm/>=4.0.0|<4.17.20' }], false],
    ['between two ranges', [{ range: 'vers:npm/>=1.0.0|<2.0.0|>=4.17.21|<5.0.0' }], false],
    ['in the second range', [{ range: 'vers:npm/>=1.0.0|<2.0.0|>=4.17.0|<5.0.0' }], true],
    ['left out of a range', [{ range: 'vers:npm/>=4.0.0|!=4.17.20|<5.0.0' }], false],
    ['above a lower bound', [{ range: 'vers:npm/>4.17.19' }], true],
    ['any', [{ range: 'vers:npm/*' }], true],
    ['in a range that nobody can read', [{ range: '>= 4.0' }], null],
    ['listed beside a range that nobody can read', [{ range: '>= 4.0' }, { version: '4.17.20' }], true],
  ])('a version that is %s', async (_, versions, isCovered) => {
    const { find, upload } = await vexShop()
    await find({})
    const affects = [{ ref: 'pkg:npm/lodash', versions }]
    const { body } = await upload(cycloneDx([analyzed({ state: 'in_triage' }, { affects })]))
    expect(body.results).toMatchObject([
      isCovered
        ? { outcome: 'triaged' }
        : { outcome: 'unmatched', reason: isCovered === null ? 'unreadable' : 'version_not_covered' },
    ])
  })

  it('a component that the document describes, and the subject of one as the project', async () => {
    const { find, upload } = await vexShop()
    await find({}, { advisory: 'CVE-2020-8203' })
    const component = { 'bom-ref': 'root', type: 'application', name: 'shop' }
    const components = [
      {
        'bom-ref': 'a',
        type: 'library',
        name: 'lodash',
        components: [{ 'bom-ref': 'b', purl: 'pkg:npm/lodash' }],
      },
    ]
    const document = cycloneDx(
      [
        analyzed({ state: 'in_triage' }, { affects: [{ ref: 'b' }] }),
        analyzed({ state: 'in_triage' }, { id: 'CVE-2020-8203', affects: [{ ref: 'root' }] }),
      ],
      { metadata: { component }, components },
    )
    expect((await upload(document)).body.total).toMatchObject({ triaged: 2, findings: 2 })
  })
})
