/** The order with one id put before another, or after it. */
export function moveColumn(ids: readonly string[], id: string, target: string, after: boolean): string[] {
  if (id === target || !ids.includes(target)) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(target) + (after ? 1 : 0)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
