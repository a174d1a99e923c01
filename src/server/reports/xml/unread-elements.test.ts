import { describe, expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const bom = (content: string, more = '') =>
  `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6" ${more}>${content}</bom>`
const dependencyCheck = (content: string) =>
  `<analysis xmlns="https://jeremylong.github.io/DependencyCheck/dependency-check.4.1.xsd">
    <scanInfo><engineVersion>12.1.0</engineVersion></scanInfo><projectInfo><name>shop</name></projectInfo>
    ${content}</analysis>`
const unread = (path: string, count: number) => ({ reason: `list \`${path}\`, which is not read`, count })
const issue = '<issue><id>CVE-2026-1</id><severity>high</severity></issue>'

/** The elements of each format that can hold findings. */
const files = [
  bom('<vulnerabilities><vulnerability><id>CVE-2026-1</id></vulnerability></vulnerabilities>'),
  ...['vulnerability', 'suppressedVulnerability'].map((name) =>
    dependencyCheck(
      `<dependencies><dependency><fileName>a.jar</fileName><vulnerabilities>
        <${name}><name>CVE-2026-1</name><severity>HIGH</severity></${name}></vulnerabilities></dependency></dependencies>`,
    ),
  ),
]

describe('an element of XML that can hold findings', () => {
  test.each(files)('is read: %s', async (file) => {
    const { runs, leftOut } = await read(file)
    expect(runs.flatMap(({ findings }) => findings)).toHaveLength(1)
    expect(leftOut).toEqual([])
  })

  test.each<[string, string, object[]]>([
    ['at the top', bom(`<issues>${issue}${issue}</issues>`), [unread('issues.issue', 2)]],
    [
      'in what is read',
      bom(
        `<components><component type="library"><name>a</name><issues>${issue}</issues></component></components>`,
      ),
      [unread('components.component.issues.issue', 1)],
    ],
    [
      'with attributes',
      bom('<alerts><alert ruleId="r" file="a.js"/><alert ruleId="s" line="3"/></alerts>'),
      [unread('alerts.alert', 2)],
    ],
    [
      'of another namespace, as tools wrote vulnerabilities before CycloneDX 1.4',
      bom(
        `<components><component type="library"><name>a</name><v:vulnerabilities><v:vulnerability ref="a">
          <v:id>CVE-2026-1</v:id><v:ratings><v:rating><v:severity>High</v:severity></v:rating></v:ratings>
        </v:vulnerability></v:vulnerabilities></component></components>`,
        'xmlns:v="http://cyclonedx.org/schema/ext/vulnerability/1.0"',
      ),
      [unread('components.component.vulnerabilities.vulnerability', 1)],
    ],
    [
      'of Dependency-Check',
      dependencyCheck(
        `<dependencies><dependency><fileName>a.jar</fileName><alerts>${issue}</alerts></dependency></dependencies>`,
      ),
      [unread('dependencies.dependency.alerts.issue', 1)],
    ],
    [
      'with another one in it, which is a part of it',
      bom(`<issues><issue id="a" severity="high"><places><place id="b" line="3"/></places></issue></issues>`),
      [unread('issues.issue', 1)],
    ],
  ])('is counted as left out where it is not read: %s', async (_, file, leftOut) => {
    for (const pieces of [3, 10_000]) expect((await read(file, { pieces })).leftOut).toEqual(leftOut)
  })

  test('is not what has something else in it', async () => {
    const others = [
      bom(`<components><component type="library" bom-ref="a"><name>a</name>
        <pedigree><commits><commit><uid>1</uid><url>u</url></commit></commits>
          <patches><patch type="backport"><resolves><issue type="security"><id>CVE-2026-1</id><name>n</name>
            <source><url>u</url></source></issue></resolves></patch></patches></pedigree>
        <evidence><callstack><frames><frame><package>p</package><line>3</line></frame></frames></callstack></evidence>
        </component></components><services><service bom-ref="b"><name>s</name></service></services>
        <compositions><composition><aggregate>complete</aggregate></composition></compositions>`),
      dependencyCheck(`<dependencies><dependency><fileName>a.jar</fileName><filePath>/a.jar</filePath>
        <relatedDependencies><relatedDependency><filePath>/b.jar</filePath><sha1>c</sha1>
          <identifiers><package confidence="HIGH"><id>pkg:maven/a/b@1</id></package></identifiers>
        </relatedDependency></relatedDependencies>
        <evidenceCollected><evidence type="vendor" confidence="HIGH"><source>file</source><name>n</name></evidence>
        </evidenceCollected></dependency></dependencies>`),
    ]
    for (const file of others) expect((await read(file)).leftOut).toEqual([])
  })

  test('is counted within bounds, however many and however deep', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `<l${index}>${issue}</l${index}>`).join('')
    const deep = `${'<a>'.repeat(60)}${issue}${'</a>'.repeat(60)}`
    const { leftOut } = await read(bom(`${many}<more>${issue.repeat(5_000)}</more>${deep}`))
    expect(leftOut).toHaveLength(21)
  })
})
