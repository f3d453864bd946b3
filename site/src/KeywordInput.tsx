import { type InputHTMLAttributes, useEffect, useRef } from 'react'

interface KeywordInputProps extends InputHTMLAttributes<HTMLInputElement> {
  keyword: string
}

/** A new address replaces the typed text, but the focus stays. */
export function KeywordInput({ keyword, ...props }: KeywordInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = keyword
  }, [keyword])
  return <input ref={input} type="search" name="keyword" defaultValue={keyword} {...props} />
}
