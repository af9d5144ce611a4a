-- likes_received begins with the same columns: the new likes of a member are a range of it, and a like has one index less to write.
drop index likes_new;
