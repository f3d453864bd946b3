import { teacherListQuery } from '@ce/client/staff/teaching.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { keywordOf, type Named, teacherOptions } from './teacher-options.ts'

interface TeacherSelectProps {
  /** for screen readers, where no form labels it */
  label?: string
  placeholder: string
  allowClear?: boolean
  id?: string
  value?: string | undefined
  /** the teacher that `value` begins with, who may not be among those found */
  chosen?: (Named & { id: string }) | undefined
  onChange?: (id: string | undefined) => void
}

/** One of the teachers, found by name: by the server, which may know more of them than a page holds. */
export function TeacherSelect({ label, chosen, ...rest }: TeacherSelectProps) {
  const [words, setWords] = useState('')
  const keyword = keywordOf(words)
  const { data } = useQuery(
    teacherListQuery({ page: 1, pageSize: 100, ...(keyword ? { keyword } : {}) }),
  )
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label', searchValue: words, onSearch: setWords }}
      notFoundContent="没有这位教师"
      options={teacherOptions(data?.list ?? [], chosen)}
      loading={!data}
      {...rest}
    />
  )
}
