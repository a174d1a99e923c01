import { ecosystemLabel } from '#contract/ecosystems.ts'
import { Button } from '#ui/button.tsx'
import { labels } from '../labels.ts'
import {
  isExactByVersion,
  type ParsedSearch,
  type Term,
  termText,
  withContainedNames,
  withExactName,
} from './parse-search.ts'

/** The maximum number of packages that are listed; the rest are counted. */
const most = 12

interface SearchTermsProps {
  text: string
  reading: ParsedSearch
  /** The number of packages that match but for their name, which only contains one that is searched exactly. */
  containing: number
  /** Called with the text whose names are exact, or may be a part. */
  onChange: (text: string) => void
}

/**
 * Shows how the text was parsed, with a button for each package that makes its name exact, and one that adds the
 * packages whose name contains it. Limited to one line so that the list does not move.
 */
export function SearchTerms({ text, reading: { terms }, containing, onChange }: SearchTermsProps) {
  const shown = terms.slice(0, most)
  if (terms.length === 0) {
    return (
      <p
        title={text === '' ? labels.box.hint : undefined}
        className="h-6 truncate leading-6 text-3 max-sm:line-clamp-2 max-sm:h-auto max-sm:leading-5 max-sm:whitespace-normal"
      >
        {text === '' ? labels.box.hint : labels.box.nothingRead}
      </p>
    )
  }
  return (
    <ul
      aria-label={labels.box.readAs}
      className="flex h-6 min-w-0 items-center gap-x-2 overflow-x-auto whitespace-nowrap text-2 [scrollbar-width:none] max-sm:h-auto max-sm:max-h-21 max-sm:min-h-6 max-sm:flex-wrap max-sm:overflow-y-auto max-sm:whitespace-normal"
    >
      {shown.map((term, at) => (
        <li
          key={`${at} ${term.filter.name}`}
          className="flex shrink-0 items-center gap-1 max-sm:max-w-full max-sm:flex-wrap"
        >
          {at > 0 && <span className="text-3">{labels.box.or}</span>}
          <TermText term={term} />
          {term.nameAt && !isExactByVersion(term) && (
            <Button
              variant="quiet"
              size="small"
              className="text-accent"
              onClick={() => onChange(withExactName(text, term))}
            >
              <span className="max-w-60 truncate">
                {labels.box.onlyExactly}
                <bdi>{term.filter.name}</bdi>
              </span>
            </Button>
          )}
        </li>
      ))}
      {terms.length > most && <li className="shrink-0 text-3">{labels.box.more(terms.length - most)}</li>}
      {containing > 0 && (
        <li className="shrink-0">
          <Button
            variant="quiet"
            size="small"
            className="text-accent"
            onClick={() => onChange(withContainedNames(text, terms))}
          >
            {labels.box.andContaining(containing, terms.filter(isExactByVersion).length)}
          </Button>
        </li>
      )}
    </ul>
  )
}

function TermText({ term }: { term: Term }) {
  const { name, version } = termText(term)
  const { ecosystem } = term.filter
  return (
    <span>
      {name} <BoldText>{term.filter.name}</BoldText>
      {version !== undefined && (
        <>
          {labels.box.version}
          <BoldText>{version}</BoldText>
        </>
      )}
      {ecosystem && `, ${ecosystemLabel(ecosystem)}`}
    </span>
  )
}

function BoldText({ children }: { children: string }) {
  return (
    <strong
      title={children}
      className="inline-block max-w-80 truncate align-bottom font-medium text-1 max-sm:max-w-48"
    >
      <bdi>{children}</bdi>
    </strong>
  )
}
