import { useClosingNotice } from '@ce/frame/student/privacy/use-closing-notice.ts'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** Whoever signs in while the account is about to be closed is offered to keep it. */
export function ClosingNotice() {
  const notice = useClosingNotice()
  if (!notice) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={notice.title}
      description={
        <>
          <Button size="small" loading={notice.busy} onClick={notice.stay}>
            {notice.keep}
          </Button>{' '}
          <Link to={paths.privacy()}>{notice.more}</Link>
        </>
      }
    />
  )
}
