// Owners of findings; `tables.ts` describes the conventions of all tables. An owner is stored as the API writes it:
// `person:Ann`, `team:Payments`, or a handle as in a `CODEOWNERS` file.

export interface TeamTable {
  id: number
  deployment_id: number
  name: string
  /** The name in the form in which names are compared. */
  key: string
  created_at: number
  created_by: string
}

export interface TeamMemberTable {
  deployment_id: number
  team_id: number
  person: string
}

/** A group of the single sign-on provider whose people are members of a team. */
export interface TeamGroupTable {
  deployment_id: number
  team_id: number
  group_name: string
}

/** A person who had a group of a team when they last signed in. */
export interface TeamGroupMemberTable {
  deployment_id: number
  team_id: number
  group_name: string
  person_id: number
}

/** Whom a handle belongs to. */
export interface OwnerHandleTable {
  deployment_id: number
  /** In lower case. */
  handle: string
  /** A person or a team. */
  owner: string
}

/** The `CODEOWNERS` file of a project. */
export interface ProjectCodeownersTable {
  deployment_id: number
  project_id: number
  content: string
  /** 1 if it came with a scan. */
  uploaded: number
  at: number
  actor: string
}

/** The owner of findings of a rule, or of projects with a tag. */
export interface OwnerRuleTable {
  deployment_id: number
  /** tag, rule */
  kind: string
  /** The tag, or the path of the rule. */
  value: string
  owner: string
}
