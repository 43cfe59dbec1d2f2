"""Connect gunicorn's ASGI worker with the Flask application.

gunicorn reads the requests of all connections in one asyncio loop, which must never wait. Flask
answers a request in one call (WSGI), which may wait for the database. This package connects the
two: when a request has arrived completely, a thread calls Flask. So a request that is still
arriving needs a connection but no thread. An open stream needs a thread only while it makes an
event. So one worker serves taps and thousands of streams, and needs no compiled packages.

    gateway     passes requests to threads and sends the answers
    request     reads one request, and makes its WSGI environment
    streams     makes the pieces of open streams in threads
"""
