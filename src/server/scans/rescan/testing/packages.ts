/** An entry of an advisory database; `name` says which one it is, whatever ids it goes by. */
export interface Advisory {
  name: string
  ghsa?: string
  cve?: string
}

/** A package in a manifest. `truth` says which one it is, whatever becomes of its version and its manifest. */
export interface Package {
  truth: string
  name: string
  version: string
  manifest: string
  advisories: readonly Advisory[]
}

export type Inventory = readonly Package[]

/** A change of the packages of a project. */
export type PackageEdit = (inventory: Inventory) => Inventory

/** Which flaw a package has by an advisory; that by the first one is called as the package. */
export const truthOf = ({ truth, advisories }: Package, advisory: Advisory) =>
  advisories[0] === advisory ? truth : `${truth} by ${advisory.name}`

/** Puts another version in the place of one. */
export const bump =
  (truth: string, version: string): PackageEdit =>
  (inventory) =>
    inventory.map((each) => (each.truth === truth ? { ...each, version } : each))

/** Adds a package. */
export const addPackage =
  (added: Package): PackageEdit =>
  (inventory) => [...inventory, added]

/** Removes a package. */
export const removePackage =
  (truth: string): PackageEdit =>
  (inventory) =>
    inventory.filter((each) => each.truth !== truth)

/** Moves all packages of a manifest to another one. */
export const moveManifest =
  (from: string, to: string): PackageEdit =>
  (inventory) =>
    inventory.map((each) => (each.manifest === from ? { ...each, manifest: to } : each))

/** Copies a manifest; the flaws in the copy are others, named after theirs. */
export const copyManifest =
  (from: string, to: string): PackageEdit =>
  (inventory) => [
    ...inventory,
    ...inventory.flatMap((each) =>
      each.manifest === from ? [{ ...each, manifest: to, truth: `copy of ${each.truth}` }] : [],
    ),
  ]

/** Several edits as one, the first one first. */
export const allPackages =
  (...edits: PackageEdit[]): PackageEdit =>
  (inventory) =>
    edits.reduce((edited, edit) => edit(edited), inventory)
