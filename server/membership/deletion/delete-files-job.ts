/** Job that deletes files after the rows that referred to them are gone. Payload: `{ folders }`. */
export const DELETE_FILES_JOB = 'account-delete-files';
