export async function isDisposable(email: string): Promise<boolean> {
  // The list takes some megabytes of memory, so only a process that confirms members loads it.
  const { default: checker } = await import('mailchecker');
  const listed = checker.blacklist();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_label, index) => listed.has(labels.slice(index).join('.')));
}
