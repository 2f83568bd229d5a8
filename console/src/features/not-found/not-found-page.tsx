import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { Empty } from '../../parts/states.tsx'
import { text } from './text.ts'

export default function NotFoundPage() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <div className="alone">
      <h1 className="page-title">{text.title}</h1>
      <Empty
        title={text.body}
        action={
          <>
            {key !== 'default' && <Button onClick={() => void navigate(-1)}>{text.back}</Button>}
            <Button type="primary" onClick={() => void navigate('/')}>
              {text.home}
            </Button>
          </>
        }
      />
    </div>
  )
}
