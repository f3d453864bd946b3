import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { unacceptedAgreementsQuery } from '@ce/client/student.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { AgreementForm } from './AgreementForm.tsx'
import classes from './agreement.module.css'

export function AgreementsScreen() {
  const query = useQuery(unacceptedAgreementsQuery())
  return (
    <ScreenLayout title="用户协议和隐私政策" back={paths.privacy()} backLabel="个人信息与隐私">
      <QueryContent query={query}>
        {({ texts }) => {
          const early = texts.every(({ state }) => state !== 'DUE')
          return (
            <div className={card.card}>
              {texts.length === 0 ? (
                <p>您已同意现行的用户协议和隐私政策。</p>
              ) : (
                <>
                  <p>
                    {early
                      ? '以下新版本现在就可以同意，到期后不再询问。'
                      : '以下文本有新版本。同意之后，才能继续报名、学习、考试和申请。'}
                  </p>
                  <AgreementForm texts={texts} />
                </>
              )}
              <p className={card.quiet}>
                全部版本：
                {(['AGREEMENT', 'PRIVACY'] as const).map((kind) => (
                  <Link key={kind} className={classes.inline} to={paths.terms(kind)}>
                    {legalTextTitles[kind]}
                  </Link>
                ))}
              </p>
            </div>
          )
        }}
      </QueryContent>
    </ScreenLayout>
  )
}
