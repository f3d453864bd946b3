import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './LockedNote.module.css'

/** Why name and ID number cannot be changed here, and where that is asked for (product §4 Identity). */
export function LockedNote({ locked }: { locked: boolean }) {
  return (
    <p className={classes.note}>
      {locked
        ? '您的报名已生效，姓名与证件号已锁定，与学时证明保持一致；如有误请'
        : '姓名、证件号和资格证书编号会印在学时证明上，不能自行修改；如有误请'}
      <Link to={paths.privacy()}>申请更正</Link>。
    </p>
  )
}
