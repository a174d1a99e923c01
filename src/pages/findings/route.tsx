/** The list of findings of a type. */
export default function Findings() {
  return <h1 className="px-4 py-3 text-xl font-semibold">Findings</h1>
}

export function loader() {
  return null
}
