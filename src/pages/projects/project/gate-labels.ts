/** Labels of what the gate requires of a project. */
export const gateLabels = {
  title: 'Gate',
  requires: (tool: string, category: string | null) =>
    `Wait for ${category === null ? tool : `${tool} (${category})`}`,
  requiredSet: (tool: string, on: boolean) =>
    on ? `The gate now waits for ${tool}` : `The gate no longer waits for ${tool}`,
  suppressed: 'Count suppressions of a change',
  suppressedSet: (on: boolean) =>
    on ? 'Suppressions of a change now count' : 'Suppressions of a change no longer count',
  hint: 'A commit has no verdict until these tools have scanned it. A suppression in the code counts if the primary branch does not have it.',
}
