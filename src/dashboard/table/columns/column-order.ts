/** Returns the order with one id moved before or after another. */
export function moveColumn(ids: readonly string[], id: string, target: string, after: boolean): string[] {
  if (id === target || !ids.includes(target)) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(target) + (after ? 1 : 0)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
