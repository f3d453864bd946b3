import { searchProblem } from '@ce/contract/search-limits'
import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { SearchProblem } from './SearchProblem.tsx'

interface KeywordSearchProps {
  /** what may be typed: 标题关键词 */
  label: string
  className: string | undefined
  /** how many letters the server takes */
  most: number
  /** what is looked for now, as the address says */
  value: string
  onSearch: (words: string) => void
}

/** Words to look for; they count once the button or Enter says so. What the server would refuse is said below, and not sent. */
export function KeywordSearch({ label, className, most, value, onSearch }: KeywordSearchProps) {
  const { field, problem, send } = useSearchWords(
    (words) => searchProblem(words, most),
    value,
    onSearch,
  )
  return (
    <div className={className}>
      <Input.Search
        {...field}
        aria-label={label}
        placeholder={label}
        allowClear
        enterButton="查找"
        onSearch={send}
      />
      <SearchProblem id={field['aria-describedby']} problem={problem} />
    </div>
  )
}

/**
 * The words of a search while they are typed. What the address says by now replaces them; the field stays, and with it the focus. A problem
 * is said of what the address has, and of what was typed once it is sent.
 */
export function useSearchWords(
  problemOf: (words: string) => string | null,
  value: string,
  onSearch: (words: string) => void,
) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rule of a field never changes
  useEffect(() => {
    setTyped(value)
    setProblem(problemOf(value))
  }, [value])
  const field = {
    value: typed,
    status: problem ? ('error' as const) : ('' as const),
    'aria-invalid': problem !== null,
    'aria-describedby': id,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      setProblem(null)
    },
  }
  const send = (words: string) => {
    const found = problemOf(words)
    setProblem(found)
    if (found === null) onSearch(words.trim())
  }
  return { field, problem, send }
}
