import { describe, expect, test } from 'vitest'
import { getScan } from '#contract/operations/scans.ts'
import { sarif, sarifLocation, sarifResult } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

/** Texts with links and escapes, and how they are shown. */
const texts: [sent: string, shown: string][] = [
  ['Depends on a [value from a form](1), see [another](7).', 'Depends on a value from a form, see another.'],
  ['In [rows\\[0\\]\\\\cells](1).', 'In rows[0]\\cells.'],
  ['In [rows[0]](1) and [f(a[i], b)](1).', 'In rows[0] and f(a[i], b).'],
  ['See \\[here\\] and \\[there\\](1).', 'See [here] and [there](1).'],
  ['In [the log](sarif:/runs/0) and [C](file:///c:/x.c).', 'In the log and C.'],
  ['Over\n[two\nlines](1).', 'Over\ntwo\nlines.'],
  ['To [a file](src/a(1).js), [it](b.js).', 'To a file, it.'],
  ['Unclosed [a [b](1), [c](1).', 'Unclosed [a b, c.'],
  ['Nothing in [](1), [](file:///a.c).', 'Nothing in , .'],
  ['The call handlers[0](2) and [this](x) are code.', 'The call handlers[0](2) and [this](x) are code.'],
  ['So are [](auto), [&](std::string) and [=](int x).', 'So are [](auto), [&](std::string) and [=](int x).'],
  ['A path C:\\temp\\x and \\\\server.', 'A path C:\\temp\\x and \\\\server.'],
  ['No link: [a] (1), [b][1], [c](), ](1), [d](-1).', 'No link: [a] (1), [b][1], [c](), ](1), [d](-1).'],
  ['Array [1, [2, 3]] of [x](1)', 'Array [1, [2, 3]] of x'],
]

describe('a message', () => {
  const sent = async (message: object, more: object = {}, run: object = {}) => {
    const shop = await project()
    const relatedLocations = [{ id: 1, ...sarifLocation('b.js', { startLine: 3 }) }]
    await shop.send(
      sarif('CodeQL', [sarifResult('js/xss', 'a.js', 9, { message, relatedLocations, ...more })], { ...run }),
    )
    return (await shop.code())[0]?.rule_message
  }

  test.each(texts)('%s is shown as text', async (text, shown) => {
    expect(await sent({ text })).toBe(shown)
  })

  test.each([
    [
      '[the guide](https://example.com/x) and [a file](a.md).',
      '[the guide](https://example.com/x) and a file.',
    ],
    ['[a\\[0\\]](https://example.com/x_(y)).', '[a\\[0\\]](https://example.com/x_(y)).'],
    ['[](https://example.com/x).', 'https://example.com/x.'],
  ])('has links to web pages as Markdown: %s', async (text, shown) => {
    expect(await sent({ text })).toBe(shown)
  })

  test.each([
    ['Due to [a value](1).\nDue to [a value](2).', 'Due to a value.'],
    ['Due to [a value](1).\nDue to [a file](1).\nDue to [a value](2).', 'Due to a value.\nDue to a file.'],
    ['Due to [a value](1).\nDue to [a value](1).', 'Due to a value.'],
    ['Due to [a\nvalue](1).\nDue to [a value](2).', 'Due to a\nvalue.\nDue to a value.'],
    ['See [x](1):\n  end\n  end', 'See x:\n  end\n  end'],
    ['- [x](1)\n- [x](2)\n- [y](1)', '- x\n- y'],
  ])('says once what differs in its links alone: %j', async (text, shown) => {
    expect(await sent({ text })).toBe(shown)
  })

  test('has links that touch a name, to places of the result', async () => {
    expect(await sent({ text: '`rows[i](1)` is [x](1)[y](1), and `cells[i](2)` not.' })).toBe(
      '`rowsi` is xy, and `cells[i](2)` not.',
    )
  })

  test.each([
    ['Flows from [{0}](1).', ['req.query'], 'Flows from req.query.'],
    ['Flows from [{0}](1).', ['rows[0]'], 'Flows from rows[0].'],
    ['Flows from [{0}]({1}).', ['rows\\[0\\]', '1'], 'Flows from rows[0].'],
    ['Flows from {0}.', ['[a form](1)'], 'Flows from a form.'],
    ['{0}{1} is {{0}} or {{1}}.', ['', '{{x}}'], '{{x}} is {0} or {1}.'],
    ['{{0}} is left.', [], '{{0}} is left.'],
  ])('has links with what is filled in: %s %s', async (text, filled, shown) => {
    expect(await sent({ text, arguments: filled })).toBe(shown)
  })

  test('is one of its rule, or of the tool', async () => {
    const strings = { flow: { text: 'From [{0}](1).' } }
    const driver = (more: object) => ({ tool: { driver: { name: 'CodeQL', ...more } } })
    const message = { id: 'flow', arguments: ['x'] }
    const rules = [{ id: 'js/xss', messageStrings: strings }]
    expect(await sent(message, {}, driver({ rules }))).toBe('From x.')
    expect(await sent(message, {}, driver({ globalMessageStrings: strings }))).toBe('From x.')
  })

  test('that is only Markdown keeps its escapes and images', async () => {
    const markdown = 'From [a\\[0\\]](1), \\[b\\], ![](c.png), [d](https://example.com).'
    expect(await sent({ markdown })).toBe('From a\\[0\\], \\[b\\], ![](c.png), [d](https://example.com).')
  })

  test('keeps the finding that is known by it', async () => {
    const shop = await project()
    const found = (line: number) =>
      sarif('Probe', [sarifResult('r', 'a.js', line, { message: { text: 'From [x](1), \\[y\\].' } })])
    await shop.send(found(9))
    const [first] = await shop.code()
    expect((await shop.send(found(9), { dry_run: 'false' })).report).toMatchObject({ new: 0, unchanged: 1 })
    expect((await shop.code()).map(({ id }) => id)).toEqual([first?.id])
  })

  test('of many brackets takes linear time', async () => {
    const text = ['['.repeat(30_000), '[x]('.repeat(10_000), '](1)'.repeat(7_000)].join('')
    expect(await sent({ text })).toMatch(/^\[\[/)
  })
})

describe('links and escapes are text', () => {
  test.each(texts)('in the steps of a data flow: %s', async (text, shown) => {
    const shop = await project()
    const step = (line: number) => ({
      location: { ...sarifLocation('a.js', { startLine: line }), message: { text } },
    })
    const codeFlows = [{ threadFlows: [{ locations: [step(3), step(9)] }] }]
    await shop.send(sarif('CodeQL', [sarifResult('js/xss', 'a.js', 9, { codeFlows })]))
    const [{ id } = { id: 0 }] = await shop.code()
    const { data_flow } = await shop.finding(id)
    expect(data_flow?.map(({ code }) => code)).toEqual([shown, shown])
  })

  test('in titles and descriptions of rules', async () => {
    const shop = await project()
    const rule = {
      id: 'js/xss',
      shortDescription: { text: 'Use of [rows\\[0\\]](a.md)' },
      fullDescription: { text: 'See \\[1\\], [the guide](https://example.com/x) and [a file](a.md).' },
    }
    const { message: _, ...unsaid } = sarifResult('js/xss', 'a.js', 9)
    await shop.send(sarif('CodeQL', [unsaid], { rules: [rule] }))
    const [{ id } = { id: 0 }] = await shop.code()
    expect(await shop.finding(id)).toMatchObject({
      rule_title: 'Use of rows[0]',
      rule_message: 'See [1], [the guide](https://example.com/x) and a file.',
    })
  })

  test.each<[string, object, object, string]>([
    [
      'as text',
      { text: 'No [x\\[0\\]](sarif:/runs/0) in [y](https://example.com/y)' },
      {},
      'No x[0] in y (https://example.com/y)',
    ],
    [
      'by the id of its descriptor',
      { id: 'default', arguments: ['[x](1)'] },
      { descriptor: { id: 'N1' } },
      'No x',
    ],
  ])('in notifications %s', async (_, message, more, shown) => {
    const shop = await project()
    const { id } = await shop.send({
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Probe',
              notifications: [{ id: 'N1', messageStrings: { default: { text: 'No {0}' } } }],
            },
          },
          results: [],
          invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ message, ...more }] }],
        },
      ],
    })
    const { body } = await shop.service.call(getScan, { path: { scanId: id }, query: { include: 'summary' } })
    expect(body.summary?.errors.map((each) => each.message)).toEqual([shown])
  })
})
