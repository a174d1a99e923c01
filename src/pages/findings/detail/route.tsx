/** The page of one finding. */
export default function FindingDetail() {
  return <h1 className="px-4 py-3 text-xl font-semibold">Finding</h1>
}

export function loader() {
  return null
}
