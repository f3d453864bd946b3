import { Input } from 'antd'
import { useEffect, useState } from 'react'

interface KeywordSearchProps {
  /** what may be typed: 标题关键词 */
  label: string
  className: string | undefined
  maxLength: number
  /** what is looked for now, as the address says */
  value: string
  onSearch: (words: string) => void
}

/** Words to look for; they count once the button or Enter says so. */
export function KeywordSearch({
  label,
  className,
  maxLength,
  value,
  onSearch,
}: KeywordSearchProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <Input.Search
      aria-label={label}
      className={className}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
      allowClear
      enterButton="查找"
      onChange={({ target }) => setTyped(target.value)}
      onSearch={(words) => onSearch(words.trim())}
    />
  )
}
