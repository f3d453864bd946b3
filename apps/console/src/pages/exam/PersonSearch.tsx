import { Input } from 'antd'
import { useEffect, useState } from 'react'
import classes from './ExamDesk.module.css'

/** Finds a student by name or phone. */
export function PersonSearch({
  value,
  onSearch,
}: {
  value: string
  onSearch: (words: string) => void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <Input.Search
      aria-label="姓名或手机号"
      className={classes.keyword}
      placeholder="姓名或手机号"
      value={typed}
      maxLength={60}
      allowClear
      enterButton="查找"
      onChange={({ target }) => setTyped(target.value)}
      onSearch={(words) => onSearch(words.trim())}
    />
  )
}
