"""Connect gunicorn's ASGI worker with the Flask application.

gunicorn reads the requests of all connections in one asyncio loop, which must never wait. Flask
answers a request in one call (WSGI), which may wait for the database. This package connects the
two: when a request has arrived completely, a thread calls Flask. So a request that is still
arriving needs a connection but no thread. An open stream needs a thread only while it makes an
event, and none while it waits. So the same worker serves taps and thousands of streams, and needs
no compiled packages.

    gateway     hands requests to threads and sends their answers
    request     one request: what has arrived of it, and its WSGI environment
    streams     makes the pieces of open streams in threads, those of one table together
"""
