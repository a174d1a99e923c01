/** What a database contains. Two databases with equal content have the same rows in each table. */
export interface DatabaseContent {
  /** The newest migration that was applied. */
  schema: string
  /** The number of rows of each table. */
  tables: Record<string, number>
  deployments: { id: number; slug: string; changeNumber: number }[]
}

/** Describes each difference between the content that was expected and the one that was found; empty if there is none. */
export function contentDifferences(expected: DatabaseContent, found: DatabaseContent): string[] {
  const schema =
    expected.schema === found.schema
      ? []
      : [`the newest migration is ${found.schema} instead of ${expected.schema}`]
  return [...schema, ...tableDifferences(expected, found), ...changeNumberDifferences(expected, found)]
}

function tableDifferences(
  { tables: expected }: DatabaseContent,
  { tables: found }: DatabaseContent,
): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names]
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name} has ${found[name] ?? 'no'} rows instead of ${expected[name] ?? 'none'}`)
}

/** Describes deployments that are missing or whose last change is lost. An update may log further changes. */
export function lostChanges(expected: DatabaseContent, found: DatabaseContent): string[] {
  const lost = expected.deployments.filter(({ slug, changeNumber }) => {
    const same = found.deployments.find((each) => each.slug === slug)
    return same === undefined || same.changeNumber < changeNumber
  })
  return lost.map(({ slug, changeNumber }) => `change ${changeNumber} of the deployment ${slug} is missing`)
}

/** Describes the deployments whose newest change differs, or which only one side has. */
function changeNumberDifferences(expected: DatabaseContent, found: DatabaseContent): string[] {
  const numbers = ({ deployments }: DatabaseContent) =>
    new Map(deployments.map(({ slug, changeNumber }) => [slug, changeNumber]))
  const [before, after] = [numbers(expected), numbers(found)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((slug) => before.get(slug) !== after.get(slug))
    .map(
      (slug) =>
        `the last change of the deployment ${slug} is ${after.get(slug) ?? 'missing'} instead of ${before.get(slug) ?? 'none'}`,
    )
}
