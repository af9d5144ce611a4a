/** `/{token}`: a page that the operator added, under an address of its own. */
export { clientLoader, default, handle, loader } from './static-page.tsx';
