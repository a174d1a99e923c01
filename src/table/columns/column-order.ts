/** The order with one id put before another, or after it. */
export function moved(ids: readonly string[], id: string, beside: string, after: boolean): string[] {
  if (id === beside || !ids.includes(beside)) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(beside) + (after ? 1 : 0)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
