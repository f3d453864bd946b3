import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { OpenTexts } from '@ce/frame/student/agreement/OpenTexts.tsx'
import { paths } from '../../paths.ts'

/** The texts that are not accepted yet. */
export function AgreementsPage() {
  return (
    <>
      <PageHeader
        title="用户协议和隐私政策"
        actions={<LinkButton to={paths.privacy()}>同意记录</LinkButton>}
      >
        新版本生效前后，在这里阅读并同意。
      </PageHeader>
      <OpenTexts />
    </>
  )
}
