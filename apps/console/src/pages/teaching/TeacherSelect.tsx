import { teacherListQuery } from '@ce/client/staff/teaching.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { type TeacherName, teacherKeyword, teacherOptions } from './teacher-options.ts'

interface TeacherSelectProps {
  /** The accessible name of the field if no form label names it. */
  label?: string
  placeholder: string
  allowClear?: boolean
  id?: string
  value?: string | undefined
  /** The selected teacher, who may be missing from the search results. */
  chosen?: (TeacherName & { id: string }) | undefined
  onChange?: (id: string | undefined) => void
}

/** Searches on the server, because there may be many teachers. */
export function TeacherSelect({ label, chosen, value, ...rest }: TeacherSelectProps) {
  const [words, setWords] = useState('')
  const keyword = teacherKeyword(words)
  const { data } = useQuery(teacherListQuery({ page: 1, pageSize: 100, ...(keyword ? { keyword } : {}) }))
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label', searchValue: words, onSearch: setWords }}
      notFoundContent="没有这位教师"
      options={teacherOptions(data?.list ?? [], chosen)}
      loading={!data}
      value={value || undefined}
      {...rest}
    />
  )
}
