/** A title in one line, and after it how many other findings there are, which is not cut off. */
export function RequestTitle({ title, others }: { title: string; others: string }) {
  return (
    <span className="flex min-w-0">
      <bdi className="truncate">{title}</bdi>
      {others && <span className="shrink-0 whitespace-pre"> {others}</span>}
    </span>
  )
}
