import { type Student, type StudentHead, studentListQuery } from '@ce/client/staff/student_desk.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { OtherAccount } from './OtherAccount.tsx'
import classes from './StudentDesk.module.css'

interface FindOtherProps {
  student: Student
  onPropose: (other: StudentHead) => void
}

/** The other account when it looks nothing alike: by the whole phone, or by the certificate number. */
export function FindOther({ student, onPropose }: FindOtherProps) {
  const [asked, setAsked] = useState('')
  const [problem, setProblem] = useState(false)
  const find = (typed: string) => {
    const value = typed.trim()
    setProblem(value !== '' && !/^[0-9A-Za-z]{6,30}$/.test(value))
    setAsked(/^[0-9A-Za-z]{6,30}$/.test(value) ? value : '')
  }
  return (
    <>
      <search>
        <Input.Search
          aria-label="另一个账号的完整手机号或资格证书编号"
          placeholder="另一个账号的完整手机号或资格证书编号"
          maxLength={30}
          enterButton="查找"
          status={problem ? 'error' : ''}
          onSearch={find}
        />
      </search>
      <div role="status">
        {problem && '请填写完整手机号，或 6–30 位字母、数字的证书编号。'}
        {asked && <Found asked={asked} student={student} onPropose={onPropose} />}
      </div>
    </>
  )
}

function Found({ asked, student, onPropose }: FindOtherProps & { asked: string }) {
  const by = /^1\d{10}$/.test(asked) ? { phone: asked } : { certificateNo: asked }
  const query = useQuery(studentListQuery({ ...by, page: 1, pageSize: 20 }))
  return (
    <Loaded query={query}>
      {({ list }) => {
        const others = list.filter(({ id, state }) => id !== student.id && state !== 'CLOSED')
        if (others.length === 0) return '没有找到另一个账号。'
        return (
          <ul className={classes.rows}>
            {others.map((one) => (
              <OtherAccount
                key={one.id}
                student={one}
                note={`证书 ${one.certificateNo}`}
                onPropose={onPropose}
              />
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
