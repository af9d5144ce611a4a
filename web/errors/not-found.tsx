import { data } from 'react-router';

export function loader(): never {
  throw data({ code: 'not_found', params: {} }, { status: 404 });
}

export default function NotFound() {
  return null;
}
