import { type InputHTMLAttributes, useEffect, useRef } from 'react'

interface KeywordInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** what the address searches for now */
  keyword: string
}

/** The words of a search. What the address says by now replaces what was typed; the field stays, and with it the focus. */
export function KeywordInput({ keyword, ...props }: KeywordInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = keyword
  }, [keyword])
  return <input ref={input} type="search" name="keyword" defaultValue={keyword} {...props} />
}
