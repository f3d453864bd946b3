import { Link, useLoaderData } from 'react-router'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { TermsData } from '../load-terms.ts'
import { sitePaths as paths } from '../paths.ts'

const stateNames = { COMING: '即将生效', IN_FORCE: '现行版本', PAST: '历史版本' } as const

/** The page shows one version of a legal text, with links to all others. */
export function TermsPage() {
  const { pageTitle, kind, versions, shown } = useLoaderData<TermsData>()
  return (
    <div className="site-width">
      <Breadcrumbs here={pageTitle} />
      <div className="about-frame">
        <article className="page-card">
          <h1>{pageTitle}</h1>
          {shown ? (
            <>
              <p className="terms-state">
                版本 {shown.version}，{shown.effectiveFrom} {shown.state === 'COMING' ? '起生效' : '生效'}（
                {stateNames[shown.state]}）
              </p>
              {shown.summary && <p className="terms-summary">修改内容：{shown.summary}</p>}
              <div className="terms-body">
                {shown.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </>
          ) : (
            <p>全文尚未发布，请联系客服索取。</p>
          )}
        </article>
        {versions.length > 0 && (
          <nav className="page-card" aria-labelledby="versions">
            <h2 id="versions">全部版本</h2>
            <ul className="terms-versions">
              {versions.map(({ version, effectiveFrom, state }) => (
                <li key={version}>
                  <Link to={paths.terms(kind, version)} aria-current={version === shown?.version ? 'page' : undefined}>
                    版本 {version}
                  </Link>
                  <span>
                    {effectiveFrom} {state === 'COMING' ? '起生效' : '生效'}，{stateNames[state]}
                  </span>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  )
}
