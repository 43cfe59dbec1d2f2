"""The HTTP server is made of h11, `selectors` and threads, each of which answers a whole request.

One loop (`worker`) owns every connection on which no request is being answered. It reads the
requests of all connections at once and holds no thread for any of them. A thread is used only once
a request has arrived whole, so half requests cost a connection and some memory, however many there
are. What a phone is too slow to read is sent by the loop as well; only an open stream waits in its
thread, and streams are counted (the setting STREAMS).

There is one kind of worker. If gevent has patched the standard library, the same threads are
greenlets and there may be many more of them. Nothing here knows which of the two it is, but for the
number of threads.

Other servers were tried for this. gunicorn and cheroot read the head of a request in the thread
that answers it; waitress lets a phone that stops reading hold a thread for ever, and looks at every
connection on each turn of its loop; gevent's own server reads all of a refused body before it goes
on.

    connection   what has arrived on one connection, and what is still to be sent
    bodies       the body of a request that is too large to be read beforehand
    gateway      one request as WSGI describes it, and its answer
    worker       the loop, the threads and the time limits of one process
    overseer     the process that starts the worker, and another one when that has died or hangs
"""
