import { formatTeacher } from '@ce/client/format.ts'
import { teacherListQuery } from '@ce/client/staff/teaching.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'

interface TeacherSelectProps {
  /** for screen readers, where no form labels it */
  label?: string
  placeholder: string
  allowClear?: boolean
  disabled?: boolean
  id?: string
  value?: string | undefined
  onChange?: (id: string | undefined) => void
}

/** One of the teachers, found by name. */
export function TeacherSelect({ label, ...rest }: TeacherSelectProps) {
  // a province has a few dozen of them
  const { data } = useQuery(teacherListQuery({ page: 1, pageSize: 100 }))
  const options = (data?.list ?? []).map((teacher) => ({
    value: teacher.id,
    label: formatTeacher(teacher),
  }))
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有这位教师"
      options={options}
      loading={!data}
      {...rest}
    />
  )
}
