import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import classes from './LockedNote.module.css'

/** Why name and ID number cannot be changed here, and who can (product §4 Identity). */
export function LockedNote({ locked }: { locked: boolean }) {
  const { data: site } = useQuery(siteInfoQuery())
  const whom = site?.phone ? `服务热线 ${site.phone}` : '客服'
  return (
    <p className={classes.note}>
      {locked
        ? `您已缴费报名，姓名与证件号已锁定，与学时证明保持一致；如有误请联系${whom}。`
        : `姓名、证件号和资格证书编号会印在学时证明上，不能自行修改；如有误请在缴费前联系${whom}。`}
    </p>
  )
}
