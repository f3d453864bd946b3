import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import classes from './ExamDesk.module.css'

interface PersonSearchProps {
  value: string
  onSearch: (words: string) => void
}

/** Finds a student by name or phone. */
export function PersonSearch(props: PersonSearchProps) {
  return (
    <KeywordSearch label="姓名或手机号" className={classes.keyword} maxLength={60} {...props} />
  )
}
